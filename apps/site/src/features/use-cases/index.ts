export { UseCasePage, useCasePath, UseCases, useCases } from './use-cases-page.tsx';
