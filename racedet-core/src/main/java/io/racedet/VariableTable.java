package io.racedet;

/** Variables by name, number, handle and dense id. */
final class VariableTable {
  private final NameTable names = new NameTable("variable");
  private final VariableIdentities identities = new VariableIdentities();

  int of(String name) {
    int handle = names.of(name);
    if (handle >= identities.size()) {
      identities.add(name);
    }
    return handle;
  }

  int of(long number) {
    int handle = names.of(number);
    if (handle >= identities.size()) {
      identities.addUnowned();
    }
    return handle;
  }

  int id(int handle) {
    if (handle < 0 || handle >= identities.size()) {
      names.check(handle);
    }
    return identities.id(handle);
  }

  void allocate(String owner) {
    identities.allocate(owner);
  }

  String nameOfId(int id) {
    return names.name(identities.handle(id));
  }

  String name(int handle) {
    return names.name(handle);
  }
}
