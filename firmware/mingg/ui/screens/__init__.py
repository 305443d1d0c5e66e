"""The screens, in a folder for each subject. A screen is imported when it is first shown."""
