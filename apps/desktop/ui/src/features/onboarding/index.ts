export { OnboardingCards } from './onboarding-cards.tsx';
export { rememberOnboarding, useOnboarding } from './use-onboarding.ts';
