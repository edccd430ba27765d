/** What can be done about anything that its owner has given a name. */
export const renameTexts = {
  rename: 'Rename',
  renameOf: 'Rename {name}',
  name: 'Name',
  save: 'Save',
  cancel: 'Cancel',
  renamed: 'Renamed to {name}.',
} as const;
