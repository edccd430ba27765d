export { UpdateHint, useVersionText } from './update-hint.tsx';
export { UpdateScreen } from './update-screen.tsx';
