package io.racedet.junit.agent.model;

import java.util.prefs.AbstractPreferences;

/** Preferences that are kept nowhere. */
public final class ForgetfulPreferences extends AbstractPreferences {
  private final Runnable whenPut;

  public ForgetfulPreferences(AbstractPreferences parent, String name) {
    this(parent, name, () -> {});
  }

  /**
   * Creates a node.
   *
   * @param whenPut what comes with each value that is put
   */
  public ForgetfulPreferences(AbstractPreferences parent, String name, Runnable whenPut) {
    super(parent, name);
    this.newNode = true;
    this.whenPut = whenPut;
  }

  @Override
  protected void putSpi(String key, String value) {
    whenPut.run();
  }

  @Override
  protected String getSpi(String key) {
    return null;
  }

  @Override
  protected void removeSpi(String key) {}

  @Override
  protected void removeNodeSpi() {}

  @Override
  protected String[] keysSpi() {
    return new String[0];
  }

  @Override
  protected String[] childrenNamesSpi() {
    return new String[0];
  }

  @Override
  protected AbstractPreferences childSpi(String name) {
    return new ForgetfulPreferences(this, name);
  }

  @Override
  protected void syncSpi() {}

  @Override
  protected void flushSpi() {}
}
