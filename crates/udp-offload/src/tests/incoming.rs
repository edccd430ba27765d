use super::*;

#[test]
fn splits_a_burst_into_its_datagrams() {
    let mut incoming = Incoming::new();
    for (index, byte) in incoming.data[..250].iter_mut().enumerate() {
        *byte = (index / 100) as u8;
    }
    incoming.filled(250, Some(100));
    assert_eq!(incoming.take(), [0; 100]);
    assert_eq!(incoming.take(), [1; 100]);
    assert!(!incoming.is_empty());
    assert_eq!(incoming.take(), [2; 50]);
    assert!(incoming.is_empty());
    assert_eq!(incoming.take(), [0; 0]);
}

#[test]
fn handles_missing_and_excessive_sizes() {
    let mut incoming = Incoming::new();
    incoming.filled(100, Some(0));
    assert_eq!(incoming.take().len(), 100);
    incoming.filled(100, Some(usize::MAX >> 1));
    assert_eq!(incoming.take().len(), 100);
    incoming.filled(usize::MAX, None);
    assert_eq!(incoming.take().len(), MAX_BYTES);
}
