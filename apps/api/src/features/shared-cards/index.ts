export { forgetCardUses, noteCardUse, sharedCardUses } from './card-uses.store.ts';
export { sharedCardsCommand } from './shared-cards-command.ts';
