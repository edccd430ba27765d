export { Footer } from './footer.tsx';
export { Header } from './header.tsx';
export { LinkList } from './link-list.tsx';
export { NumberedSteps } from './numbered-steps.tsx';
export { actionClasses, cardClasses, inkActionClasses, PageHead, PageSection } from './page-parts.tsx';
export { Questions } from './questions.tsx';
export { Select } from './select.tsx';
