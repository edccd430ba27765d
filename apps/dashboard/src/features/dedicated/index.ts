export { FirstAddressUse } from './first-address-use.tsx';
