export { callerAddressRoute } from './caller-address.route.ts';
