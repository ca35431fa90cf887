package io.racedet.report;

/**
 * A variable with a race on it.
 *
 * @param key identifies it in every run, for example {@code com.acme.Account.balance}, {@code array
 *     int[]} or {@code HashMap contents}
 * @param name its name in texts, for example {@code Account.balance} or {@code Prices.cache
 *     (HashMap)}
 * @param className binary name of the class that it is listed under: for a field the class that
 *     declares it, otherwise that of the first access; empty when unknown
 */
public record ReportedVariable(String key, String name, String className) {}
