export { NavigationProvider, useNavigation } from './navigation.tsx';
export { ScreenFrame } from './screen-frame.tsx';
