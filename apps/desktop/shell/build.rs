fn main() {
    // The program contains the built user interface, so a change of it requires a new build.
    println!("cargo:rerun-if-changed=../ui/dist");
    tauri_build::build();
}
