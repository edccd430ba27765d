export { CryptoCoins } from './crypto-coins.tsx';
