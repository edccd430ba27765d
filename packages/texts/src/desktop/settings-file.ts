/** The sentences about settings as a file. */
export const settingsFileTexts = {
  title: 'Settings as a file',
  hint: 'Take them to another computer, or bring them from one.',
  why: 'What is chosen on this computer, without secrets, ports of local proxies and pauses.',
  save: 'Save as a file',
  file: 'comet-settings.json',
  saved: '{file} goes to where your downloads are.',
  bring: 'Use the settings of a file',
  bringWhy: 'They take the place of everything that is chosen here.',
  choose: 'File',
  use: 'Use these settings',
  used: 'The settings of {file} hold now.',
} as const;
