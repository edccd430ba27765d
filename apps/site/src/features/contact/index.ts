export { ContactOutcome, ContactPage } from './contact-page.tsx';
