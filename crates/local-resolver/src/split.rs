//! Split DNS: resolvers of single domains.

use comet_dns_filter::Upstream;

use crate::config::SplitDomain;
use crate::lookup::upstream;

pub struct Split(Vec<(String, Upstream)>);

impl Split {
    pub fn new(domains: Vec<SplitDomain>) -> Self {
        let mut domains: Vec<_> = domains
            .into_iter()
            .map(|SplitDomain { domain, server }| (domain, upstream(server)))
            .collect();
        // The longest domain that a name is in is the most specific one.
        domains.sort_by_key(|(domain, _)| std::cmp::Reverse(domain.len()));
        Split(domains)
    }

    /// The resolver of a name, in lower case and without the final dot; none if the name is in no domain.
    pub fn resolver(&self, name: &str) -> Option<&Upstream> {
        let has = |domain: &str| {
            name.strip_suffix(domain)
                .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        self.0
            .iter()
            .find(|(domain, _)| has(domain))
            .map(|(_, resolver)| resolver)
    }
}

#[cfg(test)]
#[path = "tests/split.rs"]
mod tests;
