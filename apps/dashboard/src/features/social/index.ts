export { ConnectedAccountsRows } from './connected-accounts-rows.tsx';
export { SocialButtons } from './social-buttons.tsx';
