package io.racedet.wellformed;

/** Variables by name, number, handle and dense id. */
public final class VariableTable {
  private final NameTable names = new NameTable("variable");
  private final VariableIdentities identities = new VariableIdentities();

  public int of(String name) {
    int handle = names.of(name);
    if (handle >= identities.size()) {
      identities.add(name);
    }
    return handle;
  }

  public int of(long number) {
    int handle = names.of(number);
    if (handle >= identities.size()) {
      identities.addUnowned();
    }
    return handle;
  }

  public int id(int handle) {
    if (handle < 0 || handle >= identities.size()) {
      names.check(handle);
    }
    return identities.id(handle);
  }

  public void allocate(String owner) {
    identities.allocate(owner);
  }

  public String nameOfId(int id) {
    return names.name(identities.handle(id));
  }

  public String name(int handle) {
    return names.name(handle);
  }
}
