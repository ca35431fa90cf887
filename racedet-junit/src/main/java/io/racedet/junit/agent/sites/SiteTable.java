package io.racedet.junit.agent.sites;

import io.racedet.junit.record.sites.FieldInfo;
import io.racedet.junit.record.sites.MethodInfo;
import io.racedet.junit.record.sites.Site;
import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.junit.record.sites.TypeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ObjIntConsumer;
import java.util.function.Predicate;

/** The meaning of the ints that woven code passes to the hooks. Ids never change. Thread-safe. */
public final class SiteTable implements SiteCatalog {
  /** A watcher that does nothing. */
  public static final ObjIntConsumer<Site> NOBODY = (site, id) -> {};

  private volatile ObjIntConsumer<Site> watcher = NOBODY;
  private final IdTable<Site> sites = new IdTable<>("instructions");
  private final IdTable<MethodInfo> methods = new IdTable<>("methods");
  private final IdTable<FieldInfo> fields = new IdTable<>("fields");

  private final Map<String, List<TypeInfo>> types = new ConcurrentHashMap<>();

  /** Adds a class, in place of an earlier version of it. */
  public void addType(TypeInfo type) {
    types.merge(type.name(), List.of(type), SiteTable::joined);
  }

  private static List<TypeInfo> joined(List<TypeInfo> known, List<TypeInfo> added) {
    List<TypeInfo> result = new ArrayList<>(known);
    result.removeIf(type -> type.loader() == added.get(0).loader());
    result.addAll(added);
    return List.copyOf(result);
  }

  @Override
  public List<TypeInfo> types(String className) {
    return types.getOrDefault(className, List.of());
  }

  int addSite(Site site) {
    int id = sites.add(site);
    watcher.accept(site, id);
    return id;
  }

  /**
   * Sets what takes each new site and its id from now on, before its code runs, on any thread;
   * {@link #NOBODY} to stop.
   */
  public void watch(ObjIntConsumer<Site> next) {
    watcher = next;
  }

  public int addMethod(MethodInfo method) {
    return methods.add(method);
  }

  public int addField(FieldInfo field) {
    return fields.add(field);
  }

  /**
   * Looks up the sites of a location, a text as of {@link Site#location()}. There are none before
   * the class is woven, and several when several class loaders have it.
   */
  public int[] sitesAt(String location) {
    return sites.find(site -> site.isAt(location));
  }

  /** How many sites there are so far. */
  public int sites() {
    return sites.size();
  }

  /** Looks for sites. */
  public int[] find(Predicate<Site> property) {
    return sites.find(property);
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

  @Override
  public String reportedName(String className, String method) {
    int[] same =
        methods.find(each -> each.className().equals(className) && each.name().equals(method));
    return same.length == 0 ? method : methods.get(same[0]).stableName();
  }
}
