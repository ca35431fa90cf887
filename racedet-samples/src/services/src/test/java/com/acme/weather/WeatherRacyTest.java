package com.acme.weather;

import static org.junit.jupiter.api.Assertions.*;

import io.racedet.junit.RaceFree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.*;
import okhttp3.OkHttpClient;
import okhttp3.mockwebserver.Dispatcher;
import okhttp3.mockwebserver.MockResponse;
import okhttp3.mockwebserver.MockWebServer;
import okhttp3.mockwebserver.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@RaceFree
class WeatherRacyTest {
  private MockWebServer server;
  private WeatherClient client;

  @BeforeEach
  void start() throws IOException {
    server = new MockWebServer();
    server.start();
    client = new WeatherClient(server.url("/"));
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    server.shutdown();
  }

  static class Counting extends Dispatcher {
    int served;

    @Override
    public MockResponse dispatch(RecordedRequest request) {
      if (request.getPath().startsWith("/counted")) {
        served++;
      }
      return new MockResponse().setBody("sunny");
    }
  }

  @Test
  void counterInTheServer() throws Exception {
    server.setDispatcher(new Counting());
    List<CompletableFuture<String>> all = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      all.add(client.weatherLater("counted" + i));
    }
    for (CompletableFuture<String> one : all) {
      assertEquals("sunny", one.get(20, TimeUnit.SECONDS));
    }
  }

  @Test
  void tokensInTheClient() throws Exception {
    server.setDispatcher(new Counting());
    CarelessWeatherClient careless = new CarelessWeatherClient(server.url("/"));
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<String>> all = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      String city = "city" + i;
      all.add(threads.submit(() -> careless.weather(city)));
    }
    for (Future<String> one : all) {
      assertEquals("sunny", one.get());
    }
    threads.shutdown();
  }

  @Test
  void counterInCallbacks() throws Exception {
    server.setDispatcher(new Counting());
    CarelessWeatherClient careless = new CarelessWeatherClient(server.url("/"));
    OkHttpClient plain = new OkHttpClient();
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      all.add(careless.counted(plain, "city" + i));
    }
    for (CompletableFuture<Void> one : all) {
      one.get(20, TimeUnit.SECONDS);
    }
  }
}
