package io.racedet.junit.record;

import io.racedet.junit.record.sites.FieldInfo;
import io.racedet.junit.record.sites.MethodInfo;
import io.racedet.junit.record.sites.Site;
import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.junit.record.sites.SiteKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A catalog made by hand, for tests that call the hooks themselves. Thread-safe once built. */
public final class CatalogBuilder implements SiteCatalog {
  static final String CLASS = "com.acme.Account";

  private final List<Site> sites = new ArrayList<>();
  private final List<MethodInfo> methods = new ArrayList<>();
  private final List<FieldInfo> fields = new ArrayList<>();
  private int loader;

  /** Sets the number of the class loader of what is added from now on. */
  public void loader(int number) {
    loader = number;
  }

  public int method(String className, String name, boolean isStatic) {
    String file = className.substring(className.lastIndexOf('.') + 1) + ".java";
    methods.add(new MethodInfo(className, name, "()V", file, isStatic, name, loader));
    return methods.size() - 1;
  }

  public int method(String name) {
    return method(CLASS, name, false);
  }

  public int site(SiteKind kind, int method, int line) {
    sites.add(new Site(kind, methods.get(method), line, sites.size(), sites.size()));
    return sites.size() - 1;
  }

  public int field(String name) {
    return field(CLASS, name, false);
  }

  public int field(String className, String name, boolean isStatic) {
    fields.add(new FieldInfo(className, name, isStatic, Optional.empty(), loader));
    return fields.size() - 1;
  }

  @Override
  public Site site(int id) {
    return sites.get(id);
  }

  @Override
  public MethodInfo method(int id) {
    return methods.get(id);
  }

  @Override
  public FieldInfo field(int id) {
    return fields.get(id);
  }
}
