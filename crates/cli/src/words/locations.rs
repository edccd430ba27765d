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
#[path = "tests/locations.rs"]
mod tests;
