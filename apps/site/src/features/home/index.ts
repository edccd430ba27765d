export { End, Facts, Hero, Proof, Ways } from './home-page.tsx';
