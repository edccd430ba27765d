export { NavigationProvider, type Screen, useNavigation } from './navigation.tsx';
export { ScreenFrame } from './screen-frame.tsx';
