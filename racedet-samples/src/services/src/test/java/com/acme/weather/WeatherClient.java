package com.acme.weather;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/** Asks for the weather, and remembers the cities asked for last. */
class WeatherClient {
  private final HttpUrl base;
  private final OkHttpClient http;
  private final Statistics statistics = new Statistics();
  private final Map<String, String> recent =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
              return size() > 4;
            }
          });

  WeatherClient(HttpUrl base) {
    this.base = base;
    this.http = new OkHttpClient.Builder().addInterceptor(statistics).build();
  }

  String weather(String city) throws IOException {
    String known = recent.get(city);
    if (known != null) {
      return known;
    }
    try (Response answer = http.newCall(request(city)).execute()) {
      String text = answer.body().string();
      recent.put(city, text);
      return text;
    }
  }

  CompletableFuture<String> weatherLater(String city) {
    Report report = new Report();
    CompletableFuture<String> result = new CompletableFuture<>();
    http.newCall(request(city))
        .enqueue(
            new Callback() {
              @Override
              public void onResponse(Call call, Response answer) throws IOException {
                try (answer) {
                  report.text = answer.body().string();
                  report.lines.add(report.text);
                }
                result.complete(report.text);
              }

              @Override
              public void onFailure(Call call, IOException e) {
                result.completeExceptionally(e);
              }
            });
    return result.thenApply(none -> report.lines.get(0));
  }

  private Request request(String city) {
    return new Request.Builder().url(base.newBuilder().addPathSegment(city).build()).build();
  }

  int requests() {
    return statistics.requests.get();
  }

  void close() {
    http.dispatcher().executorService().shutdown();
    http.connectionPool().evictAll();
  }

  private static class Statistics implements Interceptor {
    final AtomicInteger requests = new AtomicInteger();

    @Override
    public Response intercept(Chain chain) throws IOException {
      requests.incrementAndGet();
      return chain.proceed(chain.request());
    }
  }

  private static class Report {
    String text;
    final List<String> lines = new ArrayList<>();
  }
}

/** Its token is fetched lazily, and its failures are counted, by whatever thread. */
class CarelessWeatherClient {
  private final HttpUrl base;
  final OkHttpClient http;
  private final Map<String, String> tokens = new HashMap<>();
  private int answers;

  CarelessWeatherClient(HttpUrl base) {
    this.base = base;
    this.http = new OkHttpClient.Builder().addInterceptor(this::withToken).build();
  }

  private Response withToken(Interceptor.Chain chain) throws IOException {
    String host = chain.request().url().host();
    if (!tokens.containsKey(host)) {
      tokens.put(host, "secret");
    }
    return chain.proceed(
        chain.request().newBuilder().header("Authorization", tokens.get(host)).build());
  }

  String weather(String city) throws IOException {
    try (Response answer =
        http.newCall(
                new Request.Builder().url(base.newBuilder().addPathSegment(city).build()).build())
            .execute()) {
      return answer.body().string();
    }
  }

  CompletableFuture<Void> counted(OkHttpClient client, String city) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    client
        .newCall(new Request.Builder().url(base.newBuilder().addPathSegment(city).build()).build())
        .enqueue(
            new Callback() {
              @Override
              public void onResponse(Call call, Response answer) {
                answer.close();
                answers++;
                done.complete(null);
              }

              @Override
              public void onFailure(Call call, IOException e) {
                done.completeExceptionally(e);
              }
            });
    return done;
  }
}
