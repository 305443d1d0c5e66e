// The players and the standing on the director's page.

import { hundredths, make, name, plain, points } from "./night.js";
import { act, button, choice } from "./forms.js";
import { STATES, penalty } from "./dialogs.js";

export function playersTable(night) {
  return make(
    "table",
    {},
    make(
      "thead",
      {},
      make(
        "tr",
        {},
        ["player", "table", "is", ""].map((head) =>
          make("th", { scope: "col" }, head || make("span", { class: "unseen" }, "penalty")),
        ),
      ),
    ),
    make(
      "tbody",
      {},
      night.players.map((player) => {
        const state = choice(
          STATES.map(([value, words]) => [value, words, player.state === value]),
          { "data-k": `is:${player.name}`, "aria-label": `${plain(player.name)} is` },
        );
        state.addEventListener("change", () => act({ do: "player", name: player.name, state: state.value }));
        return make(
          "tr",
          {},
          make("th", { scope: "row" }, name(player.name)),
          make("td", {}, player.table ? String(player.table) : "–"),
          make("td", {}, state),
          make(
            "td",
            {},
            button("penalty", () => penalty(player.name), {
              "aria-label": `penalty for ${plain(player.name)}`,
              "data-k": `penalty:${player.name}`,
            }),
          ),
        );
      }),
    ),
  );
}

export function ranksTable(night) {
  const other = night.by === "points" ? "table points" : "points"; // does not rank, so phones leave it out
  const values = (rank) => ({
    points: points(rank.points),
    "table points": hundredths(rank.table_points),
    deals: rank.deals,
    penalty: rank.penalty ? points(rank.penalty) : "",
  });
  const kind = (head) => (head === other || head === "deals" ? "number minor" : "number");
  return make(
    "table",
    {},
    make(
      "thead",
      {},
      make(
        "tr",
        {},
        ["rank", "player", "points", "table points", "deals", "penalty"].map((head) =>
          make("th", { scope: "col", class: head === "player" ? "" : kind(head) }, head),
        ),
      ),
    ),
    make(
      "tbody",
      {},
      night.standing.map((rank) =>
        make(
          "tr",
          {},
          make("td", { class: "number" }, `${rank.rank}.`),
          make("th", { scope: "row" }, name(rank.name)),
          Object.entries(values(rank)).map(([head, value]) => make("td", { class: kind(head) }, String(value))),
        ),
      ),
    ),
  );
}
