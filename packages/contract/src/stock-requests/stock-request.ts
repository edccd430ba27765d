import * as z from 'zod/mini';
import { country } from '../fields.ts';

/** What a customer waits for: exits for data or proxy traffic, or a dedicated IP of a type. */
const stockProduct = z.enum(['residential_data', 'proxy_traffic', 'dedicated', 'dedicated_residential']);

/** A product in a country. */
export const stockKind = { product: stockProduct, country };
