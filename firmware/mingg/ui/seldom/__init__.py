"""The screens that few deals need, one file a subject. They are let go when Table is shown: see modules.py."""
