package com.acme.prices;

import static com.github.tomakehurst.wiremock.client.WireMock.*;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static org.junit.jupiter.api.Assertions.*;

import com.github.tomakehurst.wiremock.extension.ResponseDefinitionTransformerV2;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import io.racedet.junit.RaceFree;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.*;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@RaceFree
class PriceClientRacyTest {
  /** Counts in the threads of the server. */
  static class Counter implements ResponseDefinitionTransformerV2 {
    int count;

    @Override
    public ResponseDefinition transform(ServeEvent event) {
      if (event.getRequest().getUrl().endsWith("counted")) {
        count++;
      }
      return event.getResponseDefinition();
    }

    @Override
    public String getName() {
      return "counter";
    }
  }

  private final Counter counter = new Counter();

  @RegisterExtension
  final WireMockExtension server =
      WireMockExtension.newInstance()
          .options(wireMockConfig().dynamicPort().extensions(counter))
          .build();

  private ExecutorService threads;

  @BeforeEach
  void stubs() {
    server.stubFor(get(urlPathMatching("/prices/.*")).willReturn(ok("42")));
    threads = Executors.newFixedThreadPool(4);
  }

  @AfterEach
  void stop() {
    threads.shutdown();
  }

  void load(Callable<Integer> request) throws Exception {
    List<Future<Integer>> prices = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      prices.add(threads.submit(request));
    }
    for (Future<Integer> price : prices) {
      assertEquals(42, price.get());
    }
  }

  @Test
  void counterInTheServer() throws Exception {
    PriceClient client = new PriceClient(server.baseUrl(), null);
    load(() -> client.priceLater("counted").get(20, TimeUnit.SECONDS));
  }

  @Test
  void cacheInTheClient() throws Exception {
    CarelessPriceClient client = new CarelessPriceClient(server.baseUrl());
    load(() -> client.price("tea"));
  }

  @Test
  void counterInTheClient() throws Exception {
    CarelessPriceClient client = new CarelessPriceClient(server.baseUrl());
    load(() -> client.uncached("tea"));
  }
}
