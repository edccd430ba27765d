fn main() {
    // The screens lie within the program: other screens, another program.
    println!("cargo:rerun-if-changed=../ui/dist");
    tauri_build::build();
}
