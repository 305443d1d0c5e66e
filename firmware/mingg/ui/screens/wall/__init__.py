"""The screens that show the wall. Each function loads one of them, for App.open() and link()."""

MYPY = False
if MYPY:
    from mingg.ui.screens.wall import wall


def WallScreen() -> "type[wall.WallScreen]":
    from mingg.ui.screens.wall.wall import WallScreen

    return WallScreen
