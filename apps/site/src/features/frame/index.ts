export { Footer } from './footer.tsx';
export { Header } from './header.tsx';
export { actionClasses, PageHead, Part, Statements } from './parts.tsx';
