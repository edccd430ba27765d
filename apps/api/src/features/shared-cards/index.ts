export { deleteCardUses, recordCardUse, sharedCardUses } from './card-uses.store.ts';
export { sharedCardsCommand } from './shared-cards-command.ts';
