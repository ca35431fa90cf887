package io.racedet.wellformed;

/** Variables by name, number, handle and dense id. */
public final class VariableTable {
  private final NameTable names = new NameTable("variable");
  private final VariableIdentities identities = new VariableIdentities();

  /** The handle of the variable with a name, which is added if it is new. */
  public int of(String name) {
    int handle = names.of(name);
    if (handle >= identities.size()) {
      identities.add(name);
    }
    return handle;
  }

  /** The handle of the variable with a number, which is added if it is new. */
  public int of(long number) {
    int handle = names.of(number);
    if (handle >= identities.size()) {
      identities.addUnowned();
    }
    return handle;
  }

  /** The current dense id of a handle. */
  public int id(int handle) {
    if (handle < 0 || handle >= identities.size()) {
      names.check(handle);
    }
    return identities.id(handle);
  }

  /** Assigns new ids to the variables of an object. */
  public void allocate(String owner) {
    identities.allocate(owner);
  }

  /** The name of the variable with a dense id. */
  public String nameOfId(int id) {
    return names.name(identities.handle(id));
  }

  /** The name of a handle. */
  public String name(int handle) {
    return names.name(handle);
  }
}
