package io.racedet.junit.record;

import io.racedet.junit.record.sites.FieldInfo;
import io.racedet.junit.record.sites.MethodInfo;
import io.racedet.junit.record.sites.Site;
import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.junit.record.sites.SiteKind;
import io.racedet.junit.record.sites.TypeInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** A catalog made by hand, for tests that call the hooks themselves. Thread-safe once built. */
public final class CatalogBuilder implements SiteCatalog {
  static final String CLASS = "com.acme.Account";

  private final List<Site> sites = new ArrayList<>();
  private final List<MethodInfo> methods = new ArrayList<>();
  private final List<FieldInfo> fields = new ArrayList<>();
  private final Map<String, List<TypeInfo>> types = new HashMap<>();
  private int loader;

  /** Sets the number of the class loader of what is added from now on. */
  public void loader(int number) {
    loader = number;
  }

  /** Adds a class without an initialiser, whose methods and fields come later. */
  void type(String className, String superName, String... interfaces) {
    add(new TypeInfo(className, loaders(), superName, List.of(interfaces), false, false, false));
  }

  /** Adds an interface with an initialiser. */
  void interfaceType(String className, boolean hasDefaultMethods) {
    add(new TypeInfo(className, loaders(), "", List.of(), true, true, hasDefaultMethods));
  }

  /** Each loader delegates to those with smaller numbers. */
  private List<Integer> loaders() {
    return IntStream.rangeClosed(0, loader).mapToObj(number -> loader - number).toList();
  }

  private void add(TypeInfo type) {
    List<TypeInfo> known = types.computeIfAbsent(type.name(), name -> new ArrayList<>());
    if (known.stream().noneMatch(other -> other.loader() == type.loader())) {
      known.add(type);
    }
  }

  private void addInitialised(String className) {
    add(new TypeInfo(className, loaders(), "", List.of(), false, true, false));
  }

  public int method(String className, String name, boolean isStatic) {
    addInitialised(className);
    String file = className.substring(className.lastIndexOf('.') + 1) + ".java";
    methods.add(new MethodInfo(className, name, "()V", file, isStatic, name, loader, false, false));
    return methods.size() - 1;
  }

  public int method(String name) {
    return method(CLASS, name, false);
  }

  public int site(SiteKind kind, int method, int line) {
    return site(kind, method, line, false);
  }

  /** A site that possibly covers accesses without sites. */
  public int site(SiteKind kind, int method, int line, boolean covers) {
    sites.add(new Site(kind, methods.get(method), line, sites.size(), sites.size(), covers));
    return sites.size() - 1;
  }

  public int field(String name) {
    return field(CLASS, name, false);
  }

  public int field(String className, String name, boolean isStatic) {
    addInitialised(className);
    fields.add(new FieldInfo(className, name, isStatic, Optional.empty(), false, loader));
    return fields.size() - 1;
  }

  @Override
  public List<TypeInfo> types(String className) {
    return types.getOrDefault(className, List.of());
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
  public String reportedName(String className, String method) {
    return method; // there are no lambdas
  }

  @Override
  public FieldInfo field(int id) {
    return fields.get(id);
  }
}
