export { SettingsScreen } from './settings-screen.tsx';
export { SettingsFileScreen } from './settings-file-screen.tsx';
