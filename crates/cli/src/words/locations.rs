//! The list of locations, one a line.

use crate::protocol::Location;
use crate::texts::{self, location as words};

/// Code, city and country in columns, and what may count for choosing it.
pub fn lines(locations: &[Location]) -> Vec<String> {
    let widest = |of: fn(&Location) -> &String| {
        locations
            .iter()
            .map(|one| of(one).chars().count())
            .max()
            .unwrap_or(0)
    };
    let (codes, cities) = (widest(|one| &one.code), widest(|one| &one.city));
    let line = |one: &Location| {
        let place = format!("{:codes$}  {:cities$}  {}", one.code, one.city, one.country_name);
        let remarks = remarks(one);
        if remarks.is_empty() {
            place
        } else {
            format!("{place} ({})", remarks.join(", "))
        }
    };
    locations.iter().map(line).collect()
}

fn remarks(location: &Location) -> Vec<String> {
    let kind = texts::location_kind(&location.type_).map(str::to_owned);
    if !location.online {
        return kind.into_iter().chain([words::OFFLINE.to_owned()]).collect();
    }
    let mut remarks = Vec::new();
    remarks.extend(location.kilometres.map(words::kilometres));
    remarks.extend(location.milliseconds.map(words::milliseconds));
    remarks.extend(location.load.map(words::load));
    remarks.extend(location.features.iter().cloned());
    remarks.extend(kind);
    if location.any_city == Some(true) {
        remarks.push(texts::ANY_CITY.into());
    }
    remarks.extend(
        location
            .lacks
            .and_then(|lacks| texts::choice(&lacks.to_string()))
            .map(words::lacks),
    );
    remarks.extend(location.missing_lists.iter().map(words::lacks_list));
    remarks
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn location(part: Value) -> Location {
        let mut all = json!({
            "code": "us-nyc", "country": "US", "countryName": "United States", "city": "New York",
            "type": "standard", "online": true, "lacks": null,
        });
        for (name, value) in part.as_object().unwrap() {
            all[name] = value.clone();
        }
        serde_json::from_value(all).unwrap()
    }

    #[test]
    fn a_location_says_what_may_count_for_choosing_it() {
        let told = lines(&[
            location(json!({ "kilometres": 5860, "milliseconds": 81, "load": 12, "features": ["p2p"] })),
            location(json!({ "code": "us-any-home", "type": "native_residential", "anyCity": true })),
            location(json!({ "code": "us-sea", "city": "Seattle", "lacks": "tls", "missingLists": ["ads"] })),
            location(json!({ "code": "us-lax", "type": "residential", "online": false, "load": 3 })),
        ]);
        assert_eq!(
            told,
            [
                "us-nyc       New York  United States (5860 km, 81 ms, 12 % busy, p2p)",
                "us-any-home  New York  United States (residential, uses your data, UDP and IPv6 may be refused)",
                "us-sea       Seattle   United States (no OpenVPN over TLS, no list ads)",
                "us-lax       New York  United States (residential, shared, offline)",
            ]
        );
    }

    #[test]
    fn a_plain_location_is_a_plain_line() {
        assert_eq!(lines(&[location(json!({}))]), ["us-nyc  New York  United States"]);
        assert!(lines(&[]).is_empty());
    }
}
