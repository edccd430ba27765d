use std::io::Read;

use flate2::read::GzDecoder;

use super::*;

fn file(name: &str, text: &str) -> ReportResultFilesItem {
    ReportResultFilesItem {
        name: name.into(),
        text: text.into(),
    }
}

#[test]
fn unpacks_to_the_same_files_and_rejects_paths_outside() {
    let files = [file("empty.txt", ""), file("words.txt", &"Grüße\n".repeat(300))];
    let packed = packed(&files, Utc::now()).unwrap();
    let mut archive = tar::Archive::new(GzDecoder::new(packed.as_slice()));
    let entries: Vec<_> = archive
        .entries()
        .unwrap()
        .map(|entry| {
            let mut entry = entry.unwrap();
            let mut text = String::new();
            entry.read_to_string(&mut text).unwrap();
            (
                entry.path().unwrap().to_str().unwrap().to_owned(),
                entry.header().mode().unwrap(),
                text,
            )
        })
        .collect();
    assert_eq!(
        entries[0],
        ("comet-report/empty.txt".into(), 0o600, String::new())
    );
    assert_eq!(entries[1].2, files[1].text);
    assert!(super::packed(&[file("../../etc/passwd", "")], Utc::now()).is_err());
}
