"""The screens, one file a subject. Each is imported when it is first shown."""
