import { contractDocument } from '@penstock/contract/documents';
import { describe, expect, test } from 'vitest';
import { documentedOperations } from '../../src/contract/operation-facts.ts';
import { type CodeSample, codeSamples } from '../../src/samples/code-samples.ts';

const samples = new Map(
  [contractDocument('management'), contractDocument('observability')]
    .flatMap(documentedOperations)
    .map((operation) => [operation.operationId, codeSamples(operation)]),
);

describe('a sample is well formatted', () => {
  test('in the shell', () => {
    expect(sample('updateStackWebhook', 'bash')).toMatchInlineSnapshot(`
      "organization="$PENSTOCK_URL/v1/organizations/$PENSTOCK_ORGANIZATION_ID"
      service="$organization/services/$PENSTOCK_SERVICE_ID"

      curl "$service/stack/webhooks/$WEBHOOK_ID" \\
        --request PUT \\
        --user "$PENSTOCK_KEY_ID:$PENSTOCK_KEY_SECRET" \\
        --header 'Content-Type: application/json' \\
        --data '{
          "name": "On call, all shops",
          "service": "generic",
          "url": "https://hooks.example.net/on-call"
        }'"
    `);
    expect(sample('getPipeSettings', 'bash')).toMatchInlineSnapshot(`
      "organization="$PENSTOCK_URL/v1/organizations/$PENSTOCK_ORGANIZATION_ID"
      service="$organization/services/$PENSTOCK_SERVICE_ID"

      curl "$service/pipes/$PIPE_ID/settings" \\
        --user "$PENSTOCK_KEY_ID:$PENSTOCK_KEY_SECRET""
    `);
  });

  test('in TypeScript', () => {
    expect(sample('createAlert', 'typescript')).toMatchInlineSnapshot(`
      "import { createObservabilityClient } from '@penstock/client';

      const { alerts } = createObservabilityClient({
        baseUrl: process.env.PENSTOCK_URL!,
        token: process.env.PENSTOCK_TOKEN!,
      });

      const alert = await alerts.create({
        threshold: 5,
        interval: '5m',
        source: 'tile',
        thresholdType: 'above',
        channel: {
          type: 'webhook',
          webhookId: '018f6d30-6c7d-7e8f-9a0b-1c2d3e4f5061',
        },
        dashboardId: '018f6d2f-8e10-7a44-b1c5-6d7e8f901234',
        tileId: 'tile-checkout-errors',
        name: 'Error rate of the checkout',
        message: 'More than 5 % of the checkouts fail. The runbook is on the dashboard.',
      });
      console.log(alert);"
    `);
    expect(sample('updatePipeState', 'typescript')).toMatchInlineSnapshot(`
      "import { createManagementClient } from '@penstock/client';

      const management = createManagementClient({
        baseUrl: process.env.PENSTOCK_URL!,
        keyId: process.env.PENSTOCK_KEY_ID!,
        keySecret: process.env.PENSTOCK_KEY_SECRET!,
      });
      const { pipes } = management.service({
        organizationId: process.env.PENSTOCK_ORGANIZATION_ID!,
        serviceId: process.env.PENSTOCK_SERVICE_ID!,
      });
      const pipeId = process.env.PIPE_ID!;

      const pipe = await pipes.updateState(pipeId, { command: 'start' });
      console.log(pipe);"
    `);
    expect(sample('getPipeSettings', 'typescript')).toMatchInlineSnapshot(`
      "import { createManagementClient } from '@penstock/client';

      const management = createManagementClient({
        baseUrl: process.env.PENSTOCK_URL!,
        keyId: process.env.PENSTOCK_KEY_ID!,
        keySecret: process.env.PENSTOCK_KEY_SECRET!,
      });
      const { pipes } = management.service({
        organizationId: process.env.PENSTOCK_ORGANIZATION_ID!,
        serviceId: process.env.PENSTOCK_SERVICE_ID!,
      });
      const pipeId = process.env.PIPE_ID!;

      const settings = await pipes.getSettings(pipeId);
      console.log(settings);"
    `);
    expect(sample('listSavedSearches', 'typescript')).toMatchInlineSnapshot(`
      "import { createObservabilityClient } from '@penstock/client';

      const { savedSearches } = createObservabilityClient({
        baseUrl: process.env.PENSTOCK_URL!,
        token: process.env.PENSTOCK_TOKEN!,
      });

      for await (const savedSearch of savedSearches.list()) {
        console.log(savedSearch);
      }"
    `);
    expect(sample('deleteSource', 'typescript')).toMatchInlineSnapshot(`
      "import { createObservabilityClient } from '@penstock/client';

      const { sources } = createObservabilityClient({
        baseUrl: process.env.PENSTOCK_URL!,
        token: process.env.PENSTOCK_TOKEN!,
      });
      const sourceId = process.env.SOURCE_ID!;

      await sources.delete(sourceId);"
    `);
  });

  test('in Python', () => {
    expect(sample('updateStackWebhook', 'python')).toMatchInlineSnapshot(`
      "import os

      import requests

      url = os.environ["PENSTOCK_URL"]
      organization_id = os.environ["PENSTOCK_ORGANIZATION_ID"]
      service_id = os.environ["PENSTOCK_SERVICE_ID"]
      webhook_id = os.environ["WEBHOOK_ID"]
      service = f"{url}/v1/organizations/{organization_id}/services/{service_id}"

      response = requests.put(
          f"{service}/stack/webhooks/{webhook_id}",
          auth=(os.environ["PENSTOCK_KEY_ID"], os.environ["PENSTOCK_KEY_SECRET"]),
          json={
              "name": "On call, all shops",
              "service": "generic",
              "url": "https://hooks.example.net/on-call",
          },
          timeout=30,
      )
      response.raise_for_status()
      print(response.json()["result"])"
    `);
    expect(sample('deleteAlert', 'python')).toMatchInlineSnapshot(`
      "import os

      import requests

      url = os.environ["PENSTOCK_URL"]
      alert_id = os.environ["ALERT_ID"]

      response = requests.delete(
          f"{url}/api/v2/alerts/{alert_id}",
          headers={"Authorization": f"Bearer {os.environ['PENSTOCK_TOKEN']}"},
          timeout=30,
      )
      response.raise_for_status()"
    `);
  });

  test('in Go', () => {
    expect(sample('updateWebhook', 'go')).toMatchInlineSnapshot(`
      "package main

      import (
      	"fmt"
      	"io"
      	"log"
      	"net/http"
      	"os"
      	"strings"
      	"time"
      )

      func main() {
      	url := fmt.Sprintf(
      		"%s/api/v2/webhooks/%s",
      		os.Getenv("PENSTOCK_URL"),
      		os.Getenv("WEBHOOK_ID"),
      	)
      	body := strings.NewReader(\`{
      	  "name": "On call, all shops",
      	  "service": "generic",
      	  "url": "https://hooks.example.net/on-call"
      	}\`)
      	request, err := http.NewRequest("PUT", url, body)
      	if err != nil {
      		log.Fatal(err)
      	}
      	request.Header.Set("Authorization", "Bearer "+os.Getenv("PENSTOCK_TOKEN"))
      	request.Header.Set("Content-Type", "application/json")

      	client := http.Client{Timeout: 30 * time.Second}
      	response, err := client.Do(request)
      	if err != nil {
      		log.Fatal(err)
      	}
      	defer response.Body.Close()
      	if response.StatusCode != http.StatusOK {
      		log.Fatal(response.Status)
      	}
      	io.Copy(os.Stdout, response.Body)
      }"
    `);
    expect(sample('deletePipe', 'go')).toMatchInlineSnapshot(`
      "package main

      import (
      	"fmt"
      	"log"
      	"net/http"
      	"os"
      	"time"
      )

      func main() {
      	url := fmt.Sprintf(
      		"%s/v1/organizations/%s/services/%s/pipes/%s",
      		os.Getenv("PENSTOCK_URL"),
      		os.Getenv("PENSTOCK_ORGANIZATION_ID"),
      		os.Getenv("PENSTOCK_SERVICE_ID"),
      		os.Getenv("PIPE_ID"),
      	)
      	request, err := http.NewRequest("DELETE", url, nil)
      	if err != nil {
      		log.Fatal(err)
      	}
      	request.SetBasicAuth(os.Getenv("PENSTOCK_KEY_ID"), os.Getenv("PENSTOCK_KEY_SECRET"))

      	client := http.Client{Timeout: 30 * time.Second}
      	response, err := client.Do(request)
      	if err != nil {
      		log.Fatal(err)
      	}
      	defer response.Body.Close()
      	if response.StatusCode != http.StatusOK {
      		log.Fatal(response.Status)
      	}
      }"
    `);
  });

  test('in Rust', () => {
    expect(sample('updateWebhook', 'rust')).toMatchInlineSnapshot(`
      "use std::env;
      use std::error::Error;

      use reqwest::blocking::Client;
      use serde_json::json;

      fn main() -> Result<(), Box<dyn Error>> {
          let url = format!(
              "{}/api/v2/webhooks/{}",
              env::var("PENSTOCK_URL")?,
              env::var("WEBHOOK_ID")?
          );
          let response = Client::new()
              .put(url)
              .bearer_auth(env::var("PENSTOCK_TOKEN")?)
              .json(&json!({
                  "name": "On call, all shops",
                  "service": "generic",
                  "url": "https://hooks.example.net/on-call",
              }))
              .send()?
              .error_for_status()?;
          println!("{}", response.text()?);
          Ok(())
      }"
    `);
    expect(sample('deletePipe', 'rust')).toMatchInlineSnapshot(`
      "use std::env;
      use std::error::Error;

      use reqwest::blocking::Client;

      fn main() -> Result<(), Box<dyn Error>> {
          let url = format!(
              "{}/v1/organizations/{}/services/{}/pipes/{}",
              env::var("PENSTOCK_URL")?,
              env::var("PENSTOCK_ORGANIZATION_ID")?,
              env::var("PENSTOCK_SERVICE_ID")?,
              env::var("PIPE_ID")?
          );
          Client::new()
              .delete(url)
              .basic_auth(
                  env::var("PENSTOCK_KEY_ID")?,
                  Some(env::var("PENSTOCK_KEY_SECRET")?),
              )
              .send()?
              .error_for_status()?;
          Ok(())
      }"
    `);
  });

  test('in Java', () => {
    expect(sample('updateWebhook', 'java')).toMatchInlineSnapshot(`
      "import java.io.IOException;
      import java.net.URI;
      import java.net.http.HttpClient;
      import java.net.http.HttpRequest;
      import java.net.http.HttpRequest.BodyPublishers;
      import java.net.http.HttpResponse.BodyHandlers;
      import java.time.Duration;

      class UpdateWebhook {
        public static void main(String[] args) throws Exception {
          var env = System.getenv();
          var url = "%s/api/v2/webhooks/%s".formatted(
              env.get("PENSTOCK_URL"),
              env.get("WEBHOOK_ID"));
          var body = """
              {
                "name": "On call, all shops",
                "service": "generic",
                "url": "https://hooks.example.net/on-call"
              }
              """;
          var request = HttpRequest.newBuilder(URI.create(url))
              .timeout(Duration.ofSeconds(30))
              .header("Authorization", "Bearer " + env.get("PENSTOCK_TOKEN"))
              .header("Content-Type", "application/json")
              .PUT(BodyPublishers.ofString(body))
              .build();
          var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
          if (response.statusCode() != 200) {
            throw new IOException(response.statusCode() + " " + response.body());
          }
          System.out.println(response.body());
        }
      }"
    `);
    expect(sample('deletePipe', 'java')).toMatchInlineSnapshot(`
      "import java.io.IOException;
      import java.net.URI;
      import java.net.http.HttpClient;
      import java.net.http.HttpRequest;
      import java.net.http.HttpResponse.BodyHandlers;
      import java.time.Duration;
      import java.util.Base64;

      class DeletePipe {
        public static void main(String[] args) throws Exception {
          var env = System.getenv();
          var url = "%s/v1/organizations/%s/services/%s/pipes/%s".formatted(
              env.get("PENSTOCK_URL"),
              env.get("PENSTOCK_ORGANIZATION_ID"),
              env.get("PENSTOCK_SERVICE_ID"),
              env.get("PIPE_ID"));
          var credentials = env.get("PENSTOCK_KEY_ID") + ":" + env.get("PENSTOCK_KEY_SECRET");
          var basic = Base64.getEncoder().encodeToString(credentials.getBytes());
          var request = HttpRequest.newBuilder(URI.create(url))
              .timeout(Duration.ofSeconds(30))
              .header("Authorization", "Basic " + basic)
              .DELETE()
              .build();
          var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
          if (response.statusCode() != 200) {
            throw new IOException(response.statusCode() + " " + response.body());
          }
        }
      }"
    `);
  });

  test('with lines that fit the column, except long strings and URLs', () => {
    const long = [...samples.values()]
      .flat()
      .filter(({ lang }) => !['go', 'rust', 'java'].includes(lang))
      .flatMap(({ source }) => source.split('\n').filter((line) => line.length > 80));
    for (const line of long) expect(line).toMatch(/^ +[\w"]+: (["']).+\1,?$|^curl "\$PENSTOCK_URL\S+" \\$/);
  });
});

/** The first sample of an operation in a language. */
function sample(operationId: string, lang: CodeSample['lang']): string {
  const found = samples.get(operationId)?.find((candidate) => candidate.lang === lang);
  return found?.source ?? expect.fail(`${operationId} has no sample in ${lang}`);
}
