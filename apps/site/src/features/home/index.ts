export { CommonQuestions } from './common-questions.tsx';
export { Facts, Hero } from './hero.tsx';
export { Platforms } from './platforms.tsx';
export { PriceTeaser } from './price-teaser.tsx';
export { Product, Steps } from './product.tsx';
export { ProofLine } from './proof-line.tsx';
export { ExitTypes } from './exit-types.tsx';
