use serde_json::{Value, json};

use crate::fake_daemon::{Fixture, errors, output_of, results, snapshot};

fn with_lists(lists: &Value) -> Value {
    snapshot(json!({ "settings": { "locationLists": lists } }))
}

#[test]
fn shows_lists_of_locations_as_text_and_as_json() {
    let fixture = Fixture::new();
    let lists = json!([
        { "name": "Work", "locations": ["nl-ams", "de-fra"] },
        { "name": "Film nights", "locations": ["us-nyc"] },
    ]);
    let now = with_lists(&lists);
    let (requests, output) = fixture.run(&["lists"], std::slice::from_ref(&now));
    assert_eq!(requests, [json!(["location-list.list", {}])]);
    assert_eq!(
        output,
        results(0, "Work: nl-ams, de-fra.\nFilm nights: us-nyc.\n")
    );
    let (_, output) = fixture.run(&["lists", "--json"], &[now]);
    assert_eq!(output, results(0, &format!("{lists:#}\n")));
    let (_, output) = fixture.run(&["lists"], &[with_lists(&json!([]))]);
    assert_eq!(
        output,
        results(0, "No lists. Make one with `comet lists add NAME LOCATION`.\n")
    );
}

#[test]
fn adds_and_removes_locations_and_lists() {
    let fixture = Fixture::new();
    let now = with_lists(&json!([{ "name": "Work", "locations": ["nl-ams", "de-fra"] }]));
    let list = "Work: nl-ams, de-fra.\n";
    for (arguments, request, text) in [
        (
            vec!["lists", "add", " work", "nl-ams", "new york"],
            json!(["location-list.add", { "name": "work", "locations": ["nl-ams", "new york"] }]),
            list,
        ),
        (
            vec!["lists", "remove", "Work", "us-nyc"],
            json!(["location-list.remove", { "name": "Work", "locations": ["us-nyc"] }]),
            list,
        ),
        (
            vec!["lists", "remove", "Film nights"],
            json!(["location-list.remove", { "name": "Film nights", "locations": null }]),
            "List removed: Film nights.\n",
        ),
    ] {
        let (requests, output) = fixture.run(&arguments, std::slice::from_ref(&now));
        assert_eq!(requests, [request]);
        assert_eq!(output, results(0, text));
    }
    let (_, output) = fixture.run(
        &["lists", "add", "Work", "nl-ams", "--json"],
        std::slice::from_ref(&now),
    );
    assert_eq!(output, results(0, &format!("{now:#}\n")));
}

#[test]
fn refuses_names_and_locations_before_a_request() {
    let fixture = Fixture::new();
    let (long_name, long_place) = ("x".repeat(41), "x".repeat(61));
    let form = "A name must be 1-40 printable characters, with a letter or a digit.";
    for (arguments, problem) in [
        (["lists", "add", &long_name, "nl-ams"], form),
        (["lists", "add", "…", "nl-ams"], form),
        (["lists", "remove", "\u{1b}[31m", "nl-ams"], form),
        (
            ["lists", "add", "Work", &long_place],
            "A location must be 60 characters or fewer.",
        ),
        (
            ["lists", "add", "Work", ""],
            "A location must be 60 characters or fewer.",
        ),
    ] {
        let output = output_of(fixture.comet(&arguments));
        assert_eq!((output.code, output.results.as_str()), (2, ""), "{arguments:?}");
        assert!(output.errors.starts_with(problem), "{output:?}");
    }
}

#[test]
fn explains_refusals_of_the_daemon() {
    let fixture = Fixture::new();
    for (arguments, refusal, text) in [
        (
            &["lists", "add", "Work", "atlantis"][..],
            json!({ "error": "location_unknown", "detail": "atlantis" }),
            "Unknown location “atlantis”. `comet locations` lists them.\n",
        ),
        (
            &["lists", "add", "germany", "nl-ams"],
            json!({ "error": "list_name_taken" }),
            "This name already stands for a location or a choice of Comet. Use another one.\n",
        ),
        (
            &["lists", "remove", "Work"],
            json!({ "error": "list_unknown" }),
            "There’s no list with this name. `comet lists` shows your lists.\n",
        ),
        (
            &["connect", "work"],
            json!({ "error": "list_empty" }),
            "None of the locations on this list exists any more. Add others with `comet lists add`.\n",
        ),
    ] {
        let (_, output) = fixture.run(arguments, &[refusal]);
        assert_eq!(output, errors(1, text));
    }
}
