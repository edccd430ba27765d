export {
  type DnsFilterPlan,
  listsIn,
  listsOf,
  superviseDnsFilter,
} from './supervise-dns-filter.ts';
