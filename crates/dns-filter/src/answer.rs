//! Times to live in the bytes of an answer (RFC 1035 §4.1), whose records are otherwise forwarded as they are.

const HEADER: usize = 12;
const SOA: u16 = 6;
/// EDNS (RFC 6891): its field for a time to live has flags.
const OPT: u16 = 41;

pub struct Time {
    /// Where the four bytes are.
    pub offset: usize,
    pub ttl: u32,
    /// The time of a missing name, of a SOA record (RFC 2308 §4).
    pub negative: Option<u32>,
}

/// Where the only question of a message ends; none if the message has another number of questions.
pub fn question_end(message: &[u8]) -> Option<usize> {
    if number(message, 4)? != 1 {
        return None;
    }
    let end = name_end(message, HEADER)? + 4;
    (end <= message.len()).then_some(end)
}

/// The times of all records except EDNS; none for a message that is not well-formed.
pub fn times_of(message: &[u8]) -> Option<Vec<Time>> {
    let mut times = Vec::new();
    for Record {
        fields, end, kind, ..
    } in records_of(message)?
    {
        if kind != OPT {
            let negative = if kind == SOA { long(message, end - 4) } else { None };
            let ttl = long(message, fields + 4)?;
            // RFC 2181 §8: a time with the highest bit is zero.
            let ttl = if ttl > i32::MAX as u32 { 0 } else { ttl };
            times.push(Time {
                offset: fields + 4,
                ttl,
                negative,
            });
        }
    }
    Some(times)
}

/// Where the EDNS record begins, if the message ends with it.
pub fn last_edns(message: &[u8]) -> Option<usize> {
    let last = records_of(message)?.pop()?;
    (last.kind == OPT && last.end == message.len()).then_some(last.start)
}

/// The places of a record, of its fields after the name, and of its end.
struct Record {
    start: usize,
    fields: usize,
    end: usize,
    kind: u16,
}

/// None for a message that is not well-formed.
fn records_of(message: &[u8]) -> Option<Vec<Record>> {
    let mut start = question_end(message)?;
    let count: usize = [6, 8, 10]
        .into_iter()
        .map(|offset| number(message, offset).map(usize::from))
        .sum::<Option<usize>>()?;
    let mut records = Vec::new();
    for _ in 0..count {
        let fields = name_end(message, start)?;
        let end = fields + 10 + usize::from(number(message, fields + 8)?);
        if end > message.len() {
            return None;
        }
        let kind = number(message, fields)?;
        records.push(Record {
            start,
            fields,
            end,
            kind,
        });
        start = end;
    }
    Some(records)
}

/// Where a name ends: after its root label or a pointer.
fn name_end(message: &[u8], mut at: usize) -> Option<usize> {
    loop {
        match *message.get(at)? {
            0 => return Some(at + 1),
            length @ 1..=63 => at += 1 + usize::from(length),
            192.. => return Some(at + 2),
            _ => return None,
        }
    }
}

fn number(message: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(message.get(at..at + 2)?.try_into().ok()?))
}

fn long(message: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(message.get(at..at + 4)?.try_into().ok()?))
}
