export { SettingsSubPage } from './sub-page.tsx';
