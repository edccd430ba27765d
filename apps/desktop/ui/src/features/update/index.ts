export { UpdateHint, UpdateRow } from './update-hint.tsx';
export { UpdateScreen } from './update-screen.tsx';
