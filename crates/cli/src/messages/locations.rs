//! The list of locations, one per line.

use crate::protocol::Location;
use crate::texts::{self, location as text};

/// Returns code, city and country in columns, with remarks in parentheses.
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
        let columns = format!("{:codes$}  {:cities$}  {}", one.code, one.city, one.country_name);
        let remarks = remarks(one);
        if remarks.is_empty() {
            columns
        } else {
            format!("{columns} ({})", remarks.join(", "))
        }
    };
    locations.iter().map(line).collect()
}

fn remarks(location: &Location) -> Vec<String> {
    let kind = texts::location_kind(&location.type_).map(str::to_owned);
    if !location.online {
        return kind.into_iter().chain([text::OFFLINE.to_owned()]).collect();
    }
    let mut remarks = Vec::new();
    remarks.extend(location.kilometres.map(text::kilometres));
    remarks.extend(location.milliseconds.map(text::milliseconds));
    remarks.extend(location.load.map(text::load));
    remarks.extend(location.features.iter().cloned());
    remarks.extend(kind);
    if location.any_city == Some(true) {
        remarks.push(texts::ANY_CITY.into());
    }
    remarks.extend(
        location
            .lacks
            .and_then(|lacks| texts::choice(&lacks.to_string()))
            .map(text::lacks),
    );
    remarks.extend(location.missing_lists.iter().map(text::lacks_list));
    remarks
}

#[cfg(test)]
#[path = "tests/locations.rs"]
mod tests;
