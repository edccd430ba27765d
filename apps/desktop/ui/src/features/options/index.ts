export { type OptionRow, optionRows } from './option-rows.ts';
export { optionScreens } from './option-screens.ts';
